; The Crew with all cards known: a plan exists if and only if the deal can be won.
;
; Tricks are numbered, and a card that has been played lies in its trick for good, so no cards are cleared away. A trick is
; played card by card; after each card it is settled which card is the best so far. How many cards of a suit a player
; still holds is counted down, so that being void in the suit is a positive fact. Objectives are completed between two
; tricks, by the player who has taken the last one and not yet led the next one.

(define (domain crew)
  (:requirements :strips :typing)
  (:types player card suit number trick)
  (:constants none - number start - trick)

  (:predicates
    ; what the deal says, and never changes
    (dealt ?player - player ?card - card)       ; the card was dealt to the player
    (then ?card - card ?player - player)        ; the player plays after the one who was dealt the card
    (of-suit ?card - card ?suit - suit)
    (beats ?card ?other - card)                 ; played after the other card, it is better, if the other was the best
    (falls-short ?card ?other - card)           ; played after the other card, it is not
    (fewer ?less ?number - number)              ; one fewer
    (next ?trick ?later - trick)
    (in-time ?trick ?other - trick)             ; what is won in the first of the tricks is won before the other
    (wanted ?card - card ?player - player)      ; an objective, and a player who may win it
    (before ?card ?later - card)                ; an objective to be completed before another one
    ; who plays, and to what
    (free-lead)                                 ; the crew is still to choose who leads the first trick
    (taken ?trick - trick ?player - player)     ; the player has taken the trick, and leads the next one
    (leader ?player - player)                   ; the player has led the trick
    (follower ?player - player)                 ; the player has not led it
    (turn ?player - player)                     ; the player is next, the leader once everybody has played
    (now ?trick - trick)
    (led ?suit - suit)
    (best ?card - card)                         ; the best card of the trick so far
    (laid ?card - card)                         ; the card played last, not yet compared with the best one
    ; the cards
    (held ?card - card)
    (holds ?player - player ?suit - suit ?number - number)
    (lies-in ?card - card ?trick - trick)
    ; the goals
    (completed ?card - card)
    (in-order ?card ?later - card))

  ; If the deal does not say who leads the first trick, the crew chooses.
  (:action choose-leader
    :parameters (?player - player)
    :precondition (and (free-lead) (follower ?player))
    :effect (and (not (free-lead)) (taken start ?player)))

  ; The player who has taken the last trick leads the next one, and may play any card.
  (:action lead
    :parameters (?player - player ?card - card ?suit - suit ?number ?less - number ?last ?trick - trick ?next - player)
    :precondition (and (taken ?last ?player) (next ?last ?trick) (dealt ?player ?card) (held ?card)
      (of-suit ?card ?suit) (holds ?player ?suit ?number) (fewer ?less ?number) (then ?card ?next))
    :effect (and (not (taken ?last ?player)) (now ?trick) (not (follower ?player)) (leader ?player) (turn ?next)
      (not (held ?card)) (not (holds ?player ?suit ?number)) (holds ?player ?suit ?less)
      (led ?suit) (best ?card) (lies-in ?card ?trick)))

  ; The others play in turn; whoever holds cards of the suit that was led may play one of them,
  (:action follow-suit
    :parameters (?player - player ?card - card ?suit - suit ?number ?less - number ?trick - trick)
    :precondition (and (turn ?player) (follower ?player) (now ?trick) (led ?suit) (dealt ?player ?card) (held ?card)
      (of-suit ?card ?suit) (holds ?player ?suit ?number) (fewer ?less ?number))
    :effect (and (not (turn ?player))
      (not (held ?card)) (not (holds ?player ?suit ?number)) (holds ?player ?suit ?less)
      (laid ?card) (lies-in ?card ?trick)))

  ; and only who holds none of them may play another suit.
  (:action play-off-suit
    :parameters (?player - player ?card - card ?suit ?led - suit ?number ?less - number ?trick - trick)
    :precondition (and (turn ?player) (follower ?player) (now ?trick) (led ?led) (holds ?player ?led none)
      (dealt ?player ?card) (held ?card) (of-suit ?card ?suit) (holds ?player ?suit ?number) (fewer ?less ?number))
    :effect (and (not (turn ?player))
      (not (held ?card)) (not (holds ?player ?suit ?number)) (holds ?player ?suit ?less)
      (laid ?card) (lies-in ?card ?trick)))

  ; A card beats the best one so far if it is a higher one of the same suit, or the first trump;
  (:action beat
    :parameters (?card ?best - card ?next - player)
    :precondition (and (laid ?card) (best ?best) (beats ?card ?best) (then ?card ?next))
    :effect (and (not (laid ?card)) (not (best ?best)) (best ?card) (turn ?next)))

  ; else the best one stays.
  (:action fall-short
    :parameters (?card ?best - card ?next - player)
    :precondition (and (laid ?card) (best ?best) (falls-short ?card ?best) (then ?card ?next))
    :effect (and (not (laid ?card)) (turn ?next)))

  ; When it is the leader's turn again, the player of the best card takes the trick.
  (:action take-trick
    :parameters (?leader ?winner - player ?best - card ?led - suit ?trick - trick)
    :precondition (and (leader ?leader) (turn ?leader) (best ?best) (dealt ?winner ?best) (led ?led) (now ?trick))
    :effect (and (not (leader ?leader)) (follower ?leader) (not (turn ?leader)) (not (best ?best)) (not (led ?led))
      (not (now ?trick)) (taken ?trick ?winner)))

  ; An objective is completed by a trick that its owner takes; one without an owner, by any trick.
  (:action complete
    :parameters (?card - card ?owner - player ?trick - trick)
    :precondition (and (wanted ?card ?owner) (lies-in ?card ?trick) (taken ?trick ?owner))
    :effect (completed ?card))

  ; Of two objectives in order, the first one must be in an earlier trick, or, if the deal allows it, in the same one.
  (:action keep-order
    :parameters (?card ?later - card ?trick ?other - trick)
    :precondition (and (before ?card ?later) (lies-in ?card ?trick) (lies-in ?later ?other) (in-time ?trick ?other))
    :effect (in-order ?card ?later))
)
