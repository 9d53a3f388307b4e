import type { RecorderState } from "@stillreel/recorder";
import { toasts } from "@stillreel/ui";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { copyText } from "../../platform/clipboard.ts";
import { itemPath } from "../../entities/spaces/addresses.ts";
import { PERSONAL } from "../../entities/spaces/space-ref.ts";
import { pageRecorder } from "./page-recorder.ts";
import { lastStart, destinationName } from "./recording-destination.ts";
import { notifyClosed } from "./notify-closed-destination.ts";

/** Copies immediately or when the page regains focus, because sharing is often ended in another window. */
async function copyWhenSeen(text: string): Promise<boolean> {
  try {
    await copyText(text);
    return true;
  } catch {
    if (document.hasFocus()) return false;
  }
  await new Promise((resolve) => window.addEventListener("focus", resolve, { once: true }));
  return copyText(text).then(
    () => true,
    () => false,
  );
}

/** Handles a stop: copies the link immediately, then opens the recording's page. */
export function useAfterRecording(state: RecorderState): void {
  const { t } = useTranslation("recorder");
  const navigate = useNavigate();
  const copied = useRef<string | null>(null);
  const shareUrl = state.phase === "finishing" || state.phase === "done" ? state.shareUrl : null;
  const itemId = state.phase === "done" ? state.itemId : null;
  const reason = state.phase === "done" ? state.reason : null;
  const isHome = state.phase === "done" && state.progress.home === true;
  useEffect(() => {
    if (shareUrl === null || copied.current === shareUrl) return;
    copied.current = shareUrl;
    void copyWhenSeen(shareUrl).then((isCopied) =>
      isCopied ? toasts.show(t("portal.copied"), { tone: "done" }) : toasts.error(t("portal.notCopied")),
    );
  }, [shareUrl, t]);
  useEffect(() => {
    if (itemId === null) return;
    if (reason === "storage-full" || reason === "device-lost" || reason === "time-limit") toasts.error(t(`portal.ended.${reason}`));
    const { ref, name, lost } = lastStart();
    if (isHome) notifyClosed(name);
    else if (lost) notifyClosed(destinationName(lost));
    pageRecorder.reset();
    void navigate({ to: itemPath({ id: itemId, type: "video", workspaceId: isHome ? PERSONAL : ref }) });
  }, [itemId, reason, isHome, navigate, t]);
}
