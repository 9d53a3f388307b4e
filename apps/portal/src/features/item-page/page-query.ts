/** Removes parameters from the address of the page, and leaves the rest of it. A reload then does not repeat what they asked for. */
export function forgetQuery(...names: readonly string[]): void {
  const query = new URLSearchParams(location.search);
  if (!names.some((name) => query.has(name))) return;
  for (const name of names) query.delete(name);
  const rest = query.toString();
  history.replaceState(history.state, "", `${location.pathname}${rest === "" ? "" : `?${rest}`}${location.hash}`);
}
