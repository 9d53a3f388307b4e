import { useEffect } from "react";

/** Shows the section that the fragment of the address names, and moves the focus to its heading, once its content is loaded. */
export function useNamedSection(isLoaded: boolean): void {
  useEffect(() => {
    if (!isLoaded || location.hash === "") return;
    const section = document.getElementById(location.hash.slice(1));
    section?.scrollIntoView({ block: "center" });
    section?.querySelector("h2")?.focus({ preventScroll: true });
  }, [isLoaded]);
}
