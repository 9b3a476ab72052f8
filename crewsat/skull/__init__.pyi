# The public names, each with the module it is loaded from when it is first used.

from crewsat.skull.open_information import can_meet as can_meet
from crewsat.skull.open_information import forced_wins as forced_wins
from crewsat.skull.rounds import round_tree as round_tree
from crewsat.skull.rules import Rules as Rules
from crewsat.skull.sizes import state_space as state_space
from crewsat.skull.states import reachable_states as reachable_states
from crewsat.skull.statistics import Statistics as Statistics
from crewsat.skull.statistics import simulate as simulate
from crewsat.skull.whole_game import game_tree as game_tree
