/** A reason why the server cannot start that its operator can mend; the message is the one sentence to print. */
export class StartupError extends Error {
  override name = 'CannotStart';
}
