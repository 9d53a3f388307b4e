import { ICON } from "@stillreel/editor/react";
import { IconAlertTriangle, IconCloudOff, IconHistory, IconPhoto } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatTime } from "../../platform/format/format-date.ts";
import type { BannerContent } from "./banner.tsx";
import type { OpenPicture } from "./open-picture.ts";
import type { DraftState } from "./use-draft-storage.ts";
import type { RemoteChange } from "./use-remote-changes.ts";

interface Of {
  open: OpenPicture;
  remoteChange: RemoteChange;
  isOffline: boolean;
  onRetry: () => unknown;
  onShowOther: () => void;
  onDismissRemoteChange: () => void;
  draftState: DraftState;
  keepsOriginal: boolean;
}

/** Returns the banner below the top bar; the most urgent one wins. */
export function useBanners({
  open,
  remoteChange,
  isOffline,
  onRetry,
  onShowOther,
  onDismissRemoteChange,
  draftState,
  keepsOriginal,
}: Of): BannerContent[] {
  const { t } = useTranslation("annotate");
  const draft = useDraftBanner(open, draftState === "clean");
  const [isFrameNoticeClosed, setFrameNoticeClosed] = useState(false);
  useRetryWhenOnline(isOffline, onRetry);
  const banners: BannerContent[] = [];
  if (isOffline)
    banners.push({
      id: "offline",
      tone: "warn",
      icon: <IconCloudOff {...ICON} />,
      text: t("offline.text"),
      actions: [{ label: t("offline.retry"), run: () => void onRetry() }],
    });
  if (remoteChange)
    banners.push({
      id: "news",
      tone: "warn",
      icon: <IconAlertTriangle {...ICON} />,
      text: t(remoteChange === "gone" ? "changed.gone" : "changed.text"),
      actions: [
        ...(remoteChange === "changed" ? [{ label: t("changed.show"), run: onShowOther }] : []),
        { label: t("changed.keep"), run: onDismissRemoteChange },
      ],
    });
  if (!keepsOriginal) banners.push({ id: "no-undo", tone: "warn", icon: <IconAlertTriangle {...ICON} />, text: t("noUndo"), actions: [] });
  if (draft) banners.push(draft);
  if (open.isFirstFrame && !isFrameNoticeClosed)
    banners.push({
      id: "first-frame",
      icon: <IconPhoto {...ICON} />,
      text: t("firstFrame"),
      actions: [{ label: t("close"), run: () => setFrameNoticeClosed(true) }],
    });
  return banners;
}

/** Reports a restored draft until the next change; Discard returns to the saved version. */
function useDraftBanner({ editor, draft, saved, item }: OpenPicture, isSaved: boolean): BannerContent | null {
  const { t, i18n } = useTranslation("annotate");
  const [state, setState] = useState<"restored" | "discarded" | "over">(draft ? "restored" : "over");
  if (!draft || state === "over") return null;
  if (state === "discarded")
    return {
      id: "draft",
      icon: <IconHistory {...ICON} />,
      text: t("draft.discarded"),
      actions: [
        {
          label: t("undo"),
          run: () => {
            editor.run("undo");
            setState("restored");
          },
        },
        { label: t("close"), run: () => setState("over") },
      ],
    };
  if (isSaved) return null;
  const when = formatTime(draft.keptAt, i18n.language);
  const isOlder = draft.baseVersion < item.pictureVersion;
  return {
    id: "draft",
    icon: <IconHistory {...ICON} />,
    text: [t("draft.restored", { when }), isOlder ? t("draft.older") : ""].filter(Boolean).join(". "),
    actions: [
      {
        label: t("draft.discard"),
        run: () => {
          editor.replaceDocument(saved);
          editor.markSaved();
          setState("discarded");
        },
      },
      { label: t("close"), run: () => setState("over") },
    ],
  };
}

/** Repeats a save that did not reach the server as soon as the network returns. */
function useRetryWhenOnline(isOffline: boolean, onRetry: () => unknown): void {
  const retry = useRef(onRetry);
  useEffect(() => {
    retry.current = onRetry;
  });
  useEffect(() => {
    if (!isOffline) return undefined;
    const tryAgain = (): void => void retry.current();
    window.addEventListener("online", tryAgain);
    return () => window.removeEventListener("online", tryAgain);
  }, [isOffline]);
}
