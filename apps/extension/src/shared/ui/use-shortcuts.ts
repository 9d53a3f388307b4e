import { useEffect, useState } from "react";

/** The keys that the browser really gave each command; missing when another extension has them. */
export function useShortcuts(): ReadonlyMap<string, string> {
  const [shortcuts, setShortcuts] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    void chrome.commands.getAll().then((all) => setShortcuts(new Map(all.map(({ name, shortcut }) => [name ?? "", shortcut ?? ""]))));
  }, []);
  return shortcuts;
}
