import { createMemory } from "@stillreel/watch/core";
import { useEffect, useState } from "react";
import { reportVisit } from "./api.ts";
import type { PageData } from "./page-data.ts";

/** An image counts as viewed after this visible time, in seconds. */
const SEEN_S = 3;

/** Reports one view after the image was visible long enough. */
export function useSeen(data: PageData): void {
  const [memory] = useState(createMemory);
  useEffect(() => {
    let seconds = 0;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") seconds += 1;
      if (seconds < SEEN_S) return;
      clearInterval(timer);
      reportVisit(memory, data, { seconds, segments: [] });
    }, 1_000);
    return () => clearInterval(timer);
  }, [memory, data]);
}
