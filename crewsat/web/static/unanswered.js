// What a transport throws if there is no answer, for a reason that is not the question's.

/** There is no answer; the key, and the values, are those of the words that say why. */
export class Unanswered extends Error {
  name = "Unanswered";

  constructor(key, values = {}) {
    super(key);
    this.key = key;
    this.values = values;
  }
}
