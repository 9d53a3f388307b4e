import { type ReactNode, useEffect, useState } from "react";
import { t } from "../../shared/data/i18n.ts";

/** The browser's page for shortcuts; a link cannot open it, a tab can. */
const BROWSERS_PAGE = "chrome://extensions/shortcuts";
const ORDER: readonly string[] = ["capture-visible", "capture-area", "capture-full-page", "capture-delay", "record-toggle", "record-pause"];

/** Sorts the commands in the order of the popup's tiles; the browser lists them by name. Commands without description are the browser's own. */
function ordered(commands: readonly chrome.commands.Command[]): chrome.commands.Command[] {
  const rank = ({ name }: chrome.commands.Command): number => ORDER.indexOf(name ?? "");
  return commands.filter(({ description }) => description).toSorted((a, b) => rank(a) - rank(b));
}

/** Shows the shortcuts that the browser actually assigned, and opens its page to change them. */
export function Shortcuts(): ReactNode {
  const [commands, setCommands] = useState<chrome.commands.Command[]>([]);
  useEffect(() => {
    const read = (): void => void chrome.commands.getAll().then((all) => setCommands(ordered(all)));
    read();
    // Shortcuts are changed in another tab.
    addEventListener("focus", read);
    return () => removeEventListener("focus", read);
  }, []);
  return (
    <section>
      <h2>{t("options.shortcuts")}</h2>
      <div>
        {commands.map(({ name, description, shortcut }) => (
          <div className="row" key={name}>
            <span className="grow">{description}</span>
            {shortcut ? <kbd dir="ltr">{shortcut}</kbd> : <span className="none">{t("options.noShortcut")}</span>}
          </div>
        ))}
        <div className="row">
          <button type="button" onClick={() => void chrome.tabs.create({ url: BROWSERS_PAGE })}>
            {t("options.changeShortcuts")}
          </button>
        </div>
      </div>
    </section>
  );
}
