import { useEffect, useState } from "react";

/** Returns the shortcuts that the browser assigned to each command; absent when another extension uses them. */
export function useShortcuts(): ReadonlyMap<string, string> {
  const [shortcuts, setShortcuts] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    void chrome.commands.getAll().then((all) => setShortcuts(new Map(all.map(({ name, shortcut }) => [name ?? "", shortcut ?? ""]))));
  }, []);
  return shortcuts;
}
