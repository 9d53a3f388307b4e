interface Row {
  id: string;
  createdAt: string;
}

/** Returns the notifications that are new, or grew, after a list was read. Both lists are sorted, newest first. */
export function newerThan<R extends Row>(shown: readonly Row[], newest: readonly R[]): R[] {
  const since = shown[0]?.createdAt ?? "";
  const known = new Map(shown.map(({ id, createdAt }) => [id, createdAt]));
  return newest.filter(({ id, createdAt }) => createdAt >= since && known.get(id) !== createdAt);
}
