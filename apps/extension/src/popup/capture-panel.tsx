import { type ReactNode, useCallback, useEffect, useState } from "react";
import { discardCaptures } from "../shared/kept-captures.ts";
import { FAILURE_KEYS } from "../shared/failure-keys.ts";
import type { RecentItem } from "../shared/account.ts";
import type { CaptureResult } from "../shared/capture-result.ts";
import { t } from "../shared/i18n.ts";
import { captureActiveTab, copyText, retryCaptures } from "./capture-flow.ts";
import { VisibleAreaPicture } from "./icons.tsx";
import { keptCount, linkOf } from "./popup-state.ts";
import { RecentList } from "./recent-list.tsx";

function useKeptCount(): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const read = (): void => void keptCount().then(setCount);
    read();
    chrome.storage.local.onChanged.addListener(read);
    return () => chrome.storage.local.onChanged.removeListener(read);
  }, []);
  return count;
}

/** The keys that the browser really gave the command; empty when another extension has them. */
function useShortcut(): string {
  const [shortcut, setShortcut] = useState("");
  useEffect(() => {
    void chrome.commands.getAll().then((commands) => setShortcut(commands.find(({ name }) => name === "capture-visible")?.shortcut ?? ""));
  }, []);
  return shortcut;
}

interface CapturePanelProps {
  recent: RecentItem[] | null;
  /** Called when the list on the server has changed. */
  onChanged: () => void;
}

/** The capture tile and what became of the last captures. */
export function CapturePanel({ recent, onChanged }: CapturePanelProps): ReactNode {
  const [isBusy, setBusy] = useState(false);
  const [copiedId, setCopiedId] = useState<string | null>(null);
  const [said, setSaid] = useState<{ text: string; isError: boolean } | null>(null);
  const kept = useKeptCount();
  const shortcut = useShortcut();

  const run = useCallback(
    async (attempt: () => Promise<CaptureResult>) => {
      setBusy(true);
      setSaid(null);
      setCopiedId(null);
      try {
        const result = await attempt();
        if (result.ok) {
          setCopiedId(result.itemId);
          setSaid({ text: t("done.linkCopied"), isError: false });
          onChanged();
        } else setSaid({ text: t(FAILURE_KEYS[result.reason]), isError: true });
      } catch {
        // The worker answers every end of a capture; what is left is a clipboard that refuses.
        setSaid({ text: t("failure.copy"), isError: true });
        onChanged();
      } finally {
        setBusy(false);
      }
    },
    [onChanged],
  );

  const copyLink = useCallback(async (item: RecentItem) => {
    try {
      await copyText(await linkOf(item));
      setCopiedId(item.id);
      setSaid({ text: t("done.linkCopied"), isError: false });
    } catch {
      setSaid({ text: t("failure.copy"), isError: true });
    }
  }, []);

  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key !== "1" || event.ctrlKey || event.metaKey || event.altKey || isBusy) return;
      event.preventDefault();
      void run(captureActiveTab);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [isBusy, run]);

  return (
    <main>
      <div className="tiles">
        <button type="button" className="tile" aria-busy={isBusy} disabled={isBusy} onClick={() => void run(captureActiveTab)}>
          <VisibleAreaPicture />
          <b>{t("capture.visible")}</b>
          <small>{isBusy ? t("capture.busy") : shortcut || t("capture.visibleHint")}</small>
        </button>
      </div>
      <p className={said?.isError ? "said error" : "said"} role={said?.isError ? "alert" : "status"}>
        {said?.text}
      </p>
      {kept > 0 && (
        <div className="kept">
          <span className="grow">{t("kept.waiting", { count: kept })}</span>
          <button type="button" className="quiet" disabled={isBusy} onClick={() => void discardCaptures()}>
            {t("kept.discard")}
          </button>
          <button type="button" className="small-button" disabled={isBusy} onClick={() => void run(retryCaptures)}>
            {t("kept.retry")}
          </button>
        </div>
      )}
      <RecentList items={recent} copiedId={copiedId} onCopy={(item) => void copyLink(item)} />
    </main>
  );
}
