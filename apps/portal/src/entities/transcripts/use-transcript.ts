import { toasts } from "@stillreel/ui";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { errorText } from "../../platform/api.ts";
import { onLive } from "../../platform/live/live-events.ts";
import {
  isPermitted,
  permit,
  refreshTranscript,
  transcriptQuery,
  writeTranscript,
  type Receiver,
  type Transcript,
} from "./transcript.queries.ts";

/** Returns the transcript of a video, for users who may change it. It is followed while the server writes it. */
export function useTranscript(itemId: string): Transcript | undefined {
  const { data } = useQuery(transcriptQuery(itemId));
  useEffect(
    () =>
      onLive((event) => {
        if (event.type === "reset" || (event.type === "engagement" && event.itemId === itemId)) void refreshTranscript(itemId);
      }),
    [itemId],
  );
  return data;
}

/** The question whether data may be sent to a service, for the dialog that asks it. */
interface AskedNotice extends Receiver {
  onContinue: () => void;
  onClose: () => void;
}

/** Informs the user before data leaves the server, once for each service. Returns the function that asks, and the open question. */
export function useNotice(): { ask: (receiver: Receiver, go: () => void) => Promise<void>; asked: AskedNotice | null } {
  const [open, setOpen] = useState<{ receiver: Receiver; go: () => void } | null>(null);
  const close = (): void => setOpen(null);
  const proceed = async ({ receiver, go }: NonNullable<typeof open>): Promise<void> => {
    try {
      await permit(receiver);
      close();
      go();
    } catch (error) {
      toasts.error(errorText(error));
    }
  };
  return {
    async ask(receiver, go) {
      try {
        if (await isPermitted(receiver)) go();
        else setOpen({ receiver, go });
      } catch (error) {
        toasts.error(errorText(error));
      }
    },
    asked: open && { ...open.receiver, onContinue: () => void proceed(open), onClose: close },
  };
}

/** Returns the function that lets the server write the transcript of a video, after the user was informed. `language` null: it is found. */
export function useWriteTranscript(itemId: string, { ask }: Pick<ReturnType<typeof useNotice>, "ask">) {
  const start = async (language: string | null): Promise<void> => {
    try {
      await writeTranscript(itemId, language);
    } catch (error) {
      toasts.error(errorText(error));
    }
  };
  return (transcript: Transcript, language: string | null): void => {
    const { speech } = transcript.receivers;
    if (speech !== null) void ask({ kind: "speech", host: speech }, () => void start(language));
  };
}
