import { type ReactNode, useCallback, useEffect, useState } from "react";
import { t } from "../../../shared/data/i18n.ts";

/** Time that a message is visible, in milliseconds; longer when it has an action. */
const SHOWN_MS = 3_500;
const SHOWN_WITH_ACTION_MS = 8_000;

/** A short message at the bottom of the page. */
export interface StatusMessage {
  text: string;
  tone?: "done" | "error";
  action?: { label: string; onPress(): void };
}

/** Shows one message at a time; a new message replaces the previous one. */
export function useToast(): { showMessage(message: StatusMessage): void; toast: ReactNode } {
  const [message, setMessage] = useState<StatusMessage | null>(null);
  const showMessage = useCallback((next: StatusMessage) => setMessage(next), []);
  useEffect(() => {
    if (!message) return;
    const timer = setTimeout(() => setMessage(null), message.action ? SHOWN_WITH_ACTION_MS : SHOWN_MS);
    return () => clearTimeout(timer);
  }, [message]);
  const toast = (
    <div className="toast-position" role={message?.tone === "error" ? "alert" : "status"}>
      {message && (
        <div className="toast" data-tone={message.tone ?? "done"}>
          <span className="toast-text">{message.text}</span>
          {message.action && (
            <button
              type="button"
              onClick={() => {
                message.action?.onPress();
                setMessage(null);
              }}
            >
              {message.action.label}
            </button>
          )}
          <button type="button" className="toast-close" aria-label={t("done.close")} onClick={() => setMessage(null)}>
            ×
          </button>
        </div>
      )}
    </div>
  );
  return { showMessage, toast };
}
