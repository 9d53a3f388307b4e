import type { ReactNode } from "react";
import type { Account } from "../../shared/data/account.ts";
import { t } from "../../shared/data/i18n.ts";
import { onServer } from "../../shared/core/server.ts";
import { GearIcon, OpenIcon } from "../../shared/ui/icons.tsx";
import { Logo } from "../../shared/ui/logo.tsx";

/** Returns the initials of a name's first and last word. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => (word ? ([...word][0] ?? "") : ""));
  return letters.join("").toUpperCase();
}

function Avatar({ account }: { account: Account }): ReactNode {
  if (account.photoURL) return <img className="avatar" src={onServer(account.photoURL)} alt="" />;
  // Drawn by the style sheet: letters in the link would become part of its accessible name.
  return <span className="avatar" data-initials={initialsOf(account.displayName)} aria-hidden="true" />;
}

/** Logo, links to portal and settings, and the signed-in user. */
export function PopupHeader({ account, isSignedIn }: { account: Account | null; isSignedIn: boolean }): ReactNode {
  // Settings belong to the account; without an account they belong to this machine.
  const settings = isSignedIn ? onServer("/preferences") : chrome.runtime.getURL("options.html");
  return (
    <header className="header">
      <Logo />
      <span className="grow" />
      <a
        className="icon-button"
        href={onServer("/images")}
        target="_blank"
        rel="noreferrer"
        aria-label={t("header.openPortal")}
        title={t("header.openPortal")}
      >
        <OpenIcon />
      </a>
      <a
        className="icon-button"
        href={settings}
        target="_blank"
        rel="noreferrer"
        aria-label={t("header.settings")}
        title={t("header.settings")}
      >
        <GearIcon />
      </a>
      {account && (
        <a
          className="account"
          href={onServer("/profile")}
          target="_blank"
          rel="noreferrer"
          aria-label={t("header.account", { name: account.displayName })}
          title={account.displayName}
        >
          <Avatar account={account} />
        </a>
      )}
    </header>
  );
}
