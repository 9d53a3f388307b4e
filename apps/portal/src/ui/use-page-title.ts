import { useEffect } from "react";

/** Names the page in the browser's tab: "My images · Stillreel". */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · Stillreel` : "Stillreel";
  }, [title]);
}
