# The public names, each with the module it is loaded from when it is first used.

from crewsat.hidden.advice import Advisor as Advisor
from crewsat.hidden.bots import Bot as Bot
from crewsat.hidden.bots import bot_named as bot_named
from crewsat.hidden.dealing import consistent as consistent
from crewsat.hidden.difficulty import Difficulty as Difficulty
from crewsat.hidden.generator import Generator as Generator
from crewsat.hidden.playing import PlayedGame as PlayedGame
from crewsat.hidden.playing import play as play
from crewsat.hidden.signals import Signal as Signal
from crewsat.hidden.tournament import Tournament as Tournament
from crewsat.hidden.view import View as View
