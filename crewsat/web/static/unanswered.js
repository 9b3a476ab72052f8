// What a transport throws if there is no answer, for a reason that is not the question's.

/** There is no answer; the message says why. */
export class Unanswered extends Error {
  name = "Unanswered";
}
