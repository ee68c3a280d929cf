/**
 * A value that is made when it is first needed, and then kept. If a module made the value while loading, every new
 * isolate would be delayed, even if it never used the value.
 */
export function lazily<Made extends NonNullable<unknown>>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
