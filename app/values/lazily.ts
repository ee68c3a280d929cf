/**
 * What is made when it is first asked for, and kept: what a module makes at once, every new isolate waits for, whether it
 * is asked for that or not.
 */
export function lazily<Made extends NonNullable<unknown>>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
