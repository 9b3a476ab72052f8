"""Random small games of Hanabi: every flag, positions in progress, targets, hands of 1 to 3."""

from __future__ import annotations

import random
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any

from crewsat.algorithms.hanabi.player import best_game
from crewsat.games.hanabi.actions import Action
from crewsat.games.hanabi.decks import RandomGame
from crewsat.games.hanabi.instance import HAND_SIZES, Hanabi
from crewsat.games.hanabi.position import Position, actions_of
from crewsat.games.hanabi.rules import Table
from crewsat.games.hanabi.variants import UnknownVariantError, variant_named, variant_names

if TYPE_CHECKING:
    from collections.abc import Sequence


def small_variant(rng: random.Random) -> dict[str, Any]:
    """A variant of one to three suits of one to four values."""
    values = rng.choice((1, 2, 2, 3, 3, 4))
    number = rng.choice((1, 2, 2, 3)) if values < 4 else rng.choice((1, 2))
    suits = []
    for name in "abc"[:number]:
        copies = [rng.choice((1, 1, 2)) for _ in range(values)]
        suits.append({"name": name, "copies": copies, "reversed": rng.random() < 0.2})
    return {
        "suits": suits,
        "half_gains": rng.random() < 0.2,
        "finished_suit_gains": rng.random() < 0.8,
        "discard_at_full": rng.random() < 0.2,
    }


def small_game(seed: int) -> Hanabi:
    """A game of at most eight cards, perhaps in progress, perhaps with a target of its own."""
    rng = random.Random(f"hanabi {seed}")
    while True:
        variant = small_variant(rng)
        deck = _cards_of(variant)
        players, hand = rng.choice((2, 2, 3)), rng.choice((1, 2, 2, 3))
        if players * hand <= len(deck) <= 8:
            break
    rng.shuffle(deck)
    points = len(variant["suits"]) * len(variant["suits"][0]["copies"])
    game = Hanabi(
        players=players,
        deck=deck,
        hand_size=hand,
        variant=variant,
        clue_tokens=rng.choice((0, 1, 1, 2, 2, 3, 4)),
        strikes=rng.choice((1, 1, 2, 3)),
        bottom_deck_plays=rng.random() < 0.2,
        empty_clues=rng.random() < 0.1,
        first_player=rng.randint(1, players),
        target=rng.randint(0, points) if rng.random() < 0.3 else None,
    )
    return played_on(game, rng, rng.choice((0, 0, 1, 2, 4))) if rng.random() < 0.5 else game


def late_game(seed: int) -> Hanabi:
    """A small game in its last round, or over before."""
    rng = random.Random(f"late hanabi {seed}")
    table, left = Table(small_game(seed).model_copy(update={"actions": ()})), rng.choice((1, 1, 2, 3))
    while (table.turns_left is None or table.turns_left > left) and (legal := list(table.legal())):
        table.do(rng.choice([action for action in legal if action.action != "strike"] or legal))
    points = min(table.points + rng.choice((1, 1, 2)), table.instance.most_points)
    return table.instance.model_copy(update={"actions": table.actions, "target": points})


def crowded_game(seed: int) -> Hanabi:
    """A game of two players low cards first but for some, so that cards must be held."""
    rng = random.Random(f"crowded {seed}")
    values, number = rng.choice(((3, 2), (4, 2), (3, 3), (2, 3)))
    suits: list[dict[str, Any]] = [
        {"name": name, "copies": [rng.choice((1, 1, 1, 2)) for _ in range(values)], "reversed": rng.random() < 0.2}
        for name in "abc"[:number]
    ]
    cards = [
        (values + 1 - value if suit["reversed"] else value, f"{suit['name']}{value}")
        for suit in suits
        for value, copies in enumerate(suit["copies"], 1)
        for _ in range(copies)
    ]
    deck = [card for _, card in sorted(cards)]
    for _ in range(rng.randint(1, 5)):
        one, other = rng.randrange(len(deck)), rng.randrange(len(deck))
        deck[one], deck[other] = deck[other], deck[one]
    game = Hanabi(
        players=2,
        deck=deck,
        hand_size=rng.choice((1, 1, 2)),
        variant={"suits": suits, "discard_at_full": rng.random() < 0.2},
        clue_tokens=rng.choice((1, 2, 3)),
        strikes=rng.choice((1, 2)),
        bottom_deck_plays=rng.random() < 0.3,
    )
    return played_on(game, rng, rng.choice((0, 0, 1, 2, 3)))


def played_on(game: Hanabi, rng: random.Random, moves: int) -> Hanabi:
    """The game after some random actions, or fewer if it is over."""
    table = Table(game)
    for _ in range(moves):
        legal = list(table.legal())
        if not legal:
            break
        table.do(rng.choice(legal))
    return game.model_copy(update={"actions": table.actions})


GAME = (
    "415vpsfbqucuuqondkak-xxibwavnagyftkghmppd-slcjfmwrhelri,03lcag-ajaopbxdbiapaagdlbau-abafxbbwadahxaanavoc-"
    "aroba0a1xdbzb5a6atb2-bxocbkbsaCbesbaEgcaG-xdam1caIalaBa3pcodxa-lb,0"
)
"""A game of four players as hanab.live writes it, lost with move 50 (53 actions, 24 points)."""


@cache
def supported_variants() -> tuple[str, ...]:
    """The names of all variants of hanab.live that can be read."""
    names = []
    for name in variant_names():
        with suppress(UnknownVariantError):
            variant_named(name)
            names.append(name)
    return tuple(names)


def site_game(seed: int) -> Hanabi:
    """A game of hanab.live: any variant, players and options, in progress or over, played at random."""
    rng = random.Random(f"hanab.live {seed}")
    while True:
        players, differs = rng.randint(2, 6), rng.choice((0, 0, 0, 1, -1))
        with suppress(ValueError):  # too few cards for such hands
            size = HAND_SIZES[players] + differs
            made = RandomGame(players, rng.choice(supported_variants()), size).with_seed(seed)
            break
    options: dict[str, Any] = {}
    if rng.random() < 0.3:
        first = rng.randint(1, made.players)
        options = {"bottom_deck_plays": rng.random() < 0.6, "empty_clues": rng.random() < 0.3, "first_player": first}
    game = made.model_copy(update={"about": None, **options})
    return played_on(game, rng, rng.choice((0, 5, 30, 60, 200)))


UNTOUCHED = (
    *("Null (3 Suits)", "Null-Ones & Null (3 Suits)", "White-Ones & Brown (3 Suits)", "Null-Fives & White (3 Suits)"),
    *("Alternating Clues & White (3 Suits)", "Alternating Clues & Null (3 Suits)"),
    "Alternating Clues & Brown (3 Suits)",
)
"""Variants in which a player may have a token and no clue to give."""


def silent_game(seed: int, *, variants: Sequence[str] = UNTOUCHED, **options: object) -> Hanabi:
    """The end of a game in which not every card can be touched by a clue, with a target of its own."""
    rng = random.Random(f"silent hanabi {seed}")
    variant = rng.choice(variants)
    deck = [
        f"{suit.name}{value}"
        for suit in variant_named(variant).suits
        for value, copies in enumerate(suit.copies, 1)
        for _ in range(copies)
    ]
    rng.shuffle(deck)
    flags: dict[str, Any] = {
        "players": rng.choice((2, 2, 3)),
        "hand_size": rng.choice((1, 1, 2, 2, 3)),
        "clue_tokens": rng.choice((1, 1, 2)),
        "strikes": rng.choice((1, 1, 2)),
        "bottom_deck_plays": rng.random() < 0.1,
    }
    game = Hanabi(deck=deck, variant=variant, **(flags | options))
    table, left = Table(game), rng.choice((0, 1, 2, 3))
    while len(table.pile) > left and (legal := list(table.legal())):
        kind = rng.choice(
            [kind for kind in ("play", "discard", "clue") if any(kind == a.action for a in legal)] or ["strike"]
        )
        table.do(rng.choice([action for action in legal if action.action == kind]))
    points = table.points + rng.choice((1, 1, 2, 3))
    return game.model_copy(update={"actions": table.actions, "target": min(points, game.most_points)})


def mute_game(seed: int) -> Hanabi:
    """A small game without tokens, with a few points to reach."""
    rng = random.Random(f"mute hanabi {seed}")
    game = small_game(seed)
    target = min(rng.choice((1, 2, 2, 3)), game.most_points)
    changed = {"clue_tokens": 0, "strikes": rng.choice((1, 2, 2, 3)), "target": target, "actions": ()}
    return game.model_copy(update=changed)


def last_card_game(seed: int) -> Hanabi:
    """A small game whose last cards are about to be drawn, and may be played from the pile."""
    rng = random.Random(f"last card {seed}")
    flags = {"bottom_deck_plays": True, "strikes": rng.choice((2, 3)), "actions": ()}
    table, left = Table(small_game(seed).model_copy(update=flags)), rng.choice((1, 1, 2))
    while len(table.pile) > left and (legal := list(table.legal())):
        table.do(rng.choice([action for action in legal if action.action != "strike"] or legal))
    points = min(table.points + rng.choice((1, 1, 2, 2)), table.instance.most_points)
    return table.instance.model_copy(update={"actions": table.actions, "target": points})


def brink_game(seed: int) -> Hanabi:
    """The same with more points to reach."""
    rng = random.Random(f"brink {seed}")
    game = last_card_game(seed)
    target = Table.after_actions(game).points + rng.choice((2, 3, 3, 4))
    return game.model_copy(update={"target": min(target, game.most_points)})


def careless_game(seed: int, players: int, *, care: float = 0.85) -> Hanabi:
    """A real game to its end, by people who see all cards but are careless.

    Args:
        seed: of the deck and the players.
        players: how many.
        care: how often they do what the quick player would; else something by chance, rarely a strike.
    """
    rng = random.Random(f"careless {seed}")
    game = RandomGame(players=players).with_seed(seed)
    table, line = Table(game), list[Action]()
    while table.ending is None:
        if rng.random() < care:
            if not line:
                position = Position.on(table)
                line = actions_of(position, best_game(position, games=1).moves, table.copy())[::-1]
            if line:
                table.do(line.pop())
                continue
        line = []
        legal = [action for action in table.legal() if action.action != "strike" or rng.random() < 0.05]
        table.do(rng.choice(legal or list(table.legal())))
    return game.model_copy(update={"actions": tuple(table.actions)})


def alternating_game(seed: int) -> Hanabi:
    """The end of a game in which types of clues alternate, mostly without a clue so far, so that either may come first.

    Cards that fit are played until few are left. Then points are wanted for which players must wait, and as there is no
    strike left and all tokens are there, they give clues.
    """
    rng = random.Random(f"alternating hanabi {seed}")
    variant = rng.choice([name for name in UNTOUCHED if name.startswith("Alternating")])
    deck = [
        f"{suit.name}{value}"
        for suit in variant_named(variant).suits
        for value, copies in enumerate(suit.copies, 1)
        for _ in range(copies)
    ]
    rng.shuffle(deck)
    players = rng.choice((2, 3))
    game = Hanabi(
        players=players,
        deck=deck,
        hand_size=rng.choice((1, 1, 2)),
        variant=variant,
        clue_tokens=rng.choice((1, 2, 3, players + 1)),
        strikes=40,
    )
    table, left = Table(game), rng.choice((1, 2, 2, 3))
    while len(table.pile) > left:
        legal = list(table.legal())
        clues = [action for action in legal if action.clue is not None] if rng.random() < 0.05 else []
        played = [action for action in legal if action.action == "play"]
        others = [action for action in legal if action.clue is None]
        table.do(rng.choice(clues or played or others))
    target = min(table.points + rng.choice((1, 2, 2, 3)), game.most_points)
    strikes = sum(action.action == "strike" for action in table.actions) + 1
    return game.model_copy(update={"actions": table.actions, "target": target, "strikes": strikes})


def bottom_discard_game(seed: int) -> Hanabi:
    """The end of a game whose last card may be played or discarded from the pile, as a suit is reversed or inverted.

    Hands are of one card mostly, which may be wanted in the last round; without it nothing else can be done if there is
    no token to give a clue and no strike is left.
    """
    rng = random.Random(f"bottom discard {seed}")
    if rng.random() < 0.3:
        game = silent_game(seed, variants=("Orange (3 Suits)",), bottom_deck_plays=True, strikes=rng.choice((1, 1, 2)))
        points = Table.after_actions(game).points + rng.choice((1, 2, 3, 4))
        return game.model_copy(update={"target": min(points, game.most_points)})
    while True:
        variant, players, size = small_variant(rng), rng.choice((2, 3, 4)), rng.choice((1, 1, 1, 2))
        variant["suits"][0]["reversed"] = True
        deck = _cards_of(variant)
        if players * size < len(deck) <= 8:
            break
    rng.shuffle(deck)
    table = Table(
        Hanabi(
            players=players,
            deck=deck,
            hand_size=size,
            variant=variant,
            clue_tokens=1,
            strikes=rng.choice((1, 1, 1, 2)),
            bottom_deck_plays=True,
            first_player=rng.randint(1, players),
        )
    )
    while (len(table.pile) > 1 or table.tokens) and (legal := list(table.legal())):
        kinds = [[action for action in legal if action.action == kind] for kind in ("clue", "play", "discard")]
        table.do(rng.choice(next((some for some in kinds if some), legal)))
    points = min(table.points + rng.choice((1, 2, 2, 3, 3)), table.instance.most_points)
    return table.instance.model_copy(update={"actions": tuple(table.actions), "target": points})


BOTTOM_DISCARDS = (3, 206, 273, 526, 840, 892)
"""Those of them that are won only if the last card is discarded from the pile."""


def _cards_of(variant: dict[str, Any]) -> list[str]:
    """All cards of a variant of one's own."""
    return [
        f"{suit['name']}{value}"
        for suit in variant["suits"]
        for value, copies in enumerate(suit["copies"], 1)
        for _ in range(copies)
    ]
