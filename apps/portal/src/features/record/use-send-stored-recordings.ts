import { minutesToNextCheck } from "@stillreel/recorder/local-recordings.plan";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { storedRecordings, pageDestination } from "./page-recorder.ts";

/** Query key of the stored recordings, per account. */
export const STORED_RECORDINGS_KEY = ["kept-recordings"] as const;

/**
 * Uploads stored recordings while the list is open: stopped ones completely, interrupted ones as far as possible without a decision.
 * Failed attempts are repeated less and less often, and immediately when the network is back.
 */
export function useSendStoredRecordings(isAny: boolean): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const destination = pageDestination();
    if (!isAny || !destination) return;
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let failures = 0;
    let isGoing = false;
    const go = async (): Promise<void> => {
      if (isGoing) return;
      isGoing = true;
      clearTimeout(timer);
      const left = await storedRecordings.sendWaiting(destination, leaving.signal).catch(() => 1);
      isGoing = false;
      if (leaving.signal.aborted) return;
      await queryClient.invalidateQueries({ queryKey: STORED_RECORDINGS_KEY });
      failures = left > 0 ? failures + 1 : 0;
      const minutes = minutesToNextCheck(failures, 1);
      if (minutes !== null && !leaving.signal.aborted) timer = setTimeout(() => void go(), minutes * 60_000);
    };
    const back = (): void => void go();
    window.addEventListener("online", back);
    void go();
    return () => {
      leaving.abort();
      clearTimeout(timer);
      window.removeEventListener("online", back);
    };
  }, [isAny, queryClient]);
}
