import { useEffect } from "react";

/** Sets the title of the browser tab: "My images · Stillreel". */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · Stillreel` : "Stillreel";
  }, [title]);
}
