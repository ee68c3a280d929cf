/**
 * A value that is made when it is first asked for, and then kept. A value that a module makes at once delays every
 * new isolate, whether anybody asks for it or not.
 */
export function lazily<Made extends NonNullable<unknown>>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
