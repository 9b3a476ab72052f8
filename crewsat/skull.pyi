# The public names, each with the module it is loaded from when it is first used.

from crewsat.studies.skull import published as published
from crewsat.studies.skull import readings as readings
from crewsat.studies.skull import states as states
from crewsat.studies.skull.open_information import can_meet as can_meet
from crewsat.studies.skull.open_information import forced_wins as forced_wins
from crewsat.studies.skull.rounds import round_tree as round_tree
from crewsat.studies.skull.rules import Rules as Rules
from crewsat.studies.skull.sizes import state_space as state_space
from crewsat.studies.skull.states import reachable_states as reachable_states
from crewsat.studies.skull.statistics import Statistics as Statistics
from crewsat.studies.skull.statistics import simulate as simulate
from crewsat.studies.skull.whole_game import game_tree as game_tree
