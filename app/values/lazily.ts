/**
 * A value that is made when it is first asked for, and then kept. A value that a module makes when it is loaded delays
 * every new isolate, even if the value is never used.
 */
export function lazily<Made extends NonNullable<unknown>>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
