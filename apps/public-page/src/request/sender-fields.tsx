import type { ReactNode } from "react";
import type { Translate } from "./request-data.ts";
import type { StoredSender } from "./stored-answer.ts";

interface Props {
  t: Translate;
  sender: StoredSender;
  /** Problem with the name or the address. */
  problems?: { senderName?: string | undefined; senderEmail?: string | undefined };
  onChange: (sender: StoredSender) => void;
}

/** Name and address of the visitor. */
export function SenderFields({ t, sender, problems = {}, onChange }: Props): ReactNode {
  return (
    <div className="sender fields">
      <label>
        {t("askName")}
        <input
          id="ask-name"
          value={sender.name}
          autoComplete="name"
          maxLength={64}
          aria-invalid={problems.senderName !== undefined}
          aria-describedby="ask-name-error"
          onChange={({ target }) => onChange({ ...sender, name: target.value })}
        />
        <span className="err" id="ask-name-error" role="alert">
          {problems.senderName}
        </span>
      </label>
      <label>
        <span>
          {t("askEmail")} <small>{t("askOptional")}</small>
        </span>
        <input
          id="ask-email"
          type="email"
          value={sender.email}
          autoComplete="email"
          maxLength={254}
          aria-invalid={problems.senderEmail !== undefined}
          aria-describedby="ask-email-error"
          onChange={({ target }) => onChange({ ...sender, email: target.value })}
        />
        <span className="err" id="ask-email-error" role="alert">
          {problems.senderEmail}
        </span>
      </label>
    </div>
  );
}
