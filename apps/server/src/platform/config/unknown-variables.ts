/** Names from this length on may differ by two changes; shorter ones by one, because many short names are similar by chance. */
const LONG_NAME = 8;

/** Returns the number of single changes between two words: insert, delete, replace, or exchange of two neighbours. */
function distance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const at = (rowsBack: number, columnsBack: number): number => rows[row - rowsBack]?.[column - columnsBack] ?? Infinity;
      const isSame = a[row - 1] === b[column - 1];
      const isExchange = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current[column] = Math.min(
        at(1, 0) + 1,
        (current[column - 1] ?? Infinity) + 1,
        at(1, 1) + (isSame ? 0 : 1),
        isExchange ? at(2, 2) + 1 : Infinity,
      );
    }
    rows[row] = current;
  }
  return rows[a.length]?.[b.length] ?? Infinity;
}

/**
 * Returns a sentence for each variable whose name is almost the name of a setting: probably a typing error, after which the server would
 * silently use the default.
 * @param settings names of all settings
 */
export function misspeltVariables(env: Record<string, string | undefined>, settings: readonly string[]): string[] {
  const known = new Set(settings);
  return Object.keys(env)
    .filter((name) => !known.has(name) && env[name] !== "")
    .flatMap((name) => {
      const meant = settings.find((setting) => distance(name, setting) <= (setting.length >= LONG_NAME ? 2 : 1));
      return meant === undefined ? [] : [`${name} is not a setting. Did you mean ${meant}?`];
    });
}
