import { type ReactNode, useCallback, useEffect, useState } from "react";
import { t } from "../../../shared/data/i18n.ts";

/** How long a message stays, in milliseconds; longer when something can be done about it. */
const SHOWN_MS = 3_500;
const SHOWN_WITH_ACTION_MS = 8_000;

/** A short message at the foot of the page. */
export interface Said {
  text: string;
  tone?: "done" | "error";
  action?: { label: string; onPress(): void };
}

/** Shows one message at a time; a newer one takes the older one's place. */
export function useToast(): { say(said: Said): void; toast: ReactNode } {
  const [said, setSaid] = useState<Said | null>(null);
  const say = useCallback((next: Said) => setSaid(next), []);
  useEffect(() => {
    if (!said) return;
    const timer = setTimeout(() => setSaid(null), said.action ? SHOWN_WITH_ACTION_MS : SHOWN_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const toast = (
    <div className="toast-place" role={said?.tone === "error" ? "alert" : "status"}>
      {said && (
        <div className="toast" data-tone={said.tone ?? "done"}>
          <span className="toast-text">{said.text}</span>
          {said.action && (
            <button
              type="button"
              onClick={() => {
                said.action?.onPress();
                setSaid(null);
              }}
            >
              {said.action.label}
            </button>
          )}
          <button type="button" className="toast-close" aria-label={t("done.close")} onClick={() => setSaid(null)}>
            ×
          </button>
        </div>
      )}
    </div>
  );
  return { say, toast };
}
