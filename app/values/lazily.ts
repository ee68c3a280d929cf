/**
 * A value that is made when it is first needed, and then kept. If a module made it on loading, it would delay every new
 * isolate, even when it is never used.
 */
export function lazily<Made extends NonNullable<unknown>>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
