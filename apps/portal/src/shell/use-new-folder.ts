import { useRouter } from "@tanstack/react-router";
import { useCallback } from "react";
import { openFolderDialog } from "../features/folders/index.ts";

/** Asks for a new folder in the place on screen; elsewhere at the root of the images. */
export function useNewFolder(): () => void {
  const router = useRouter();
  return useCallback(() => {
    const { pathname, search } = router.state.location;
    const { folder } = search as { folder?: string };
    const isPlace = pathname === "/images" || pathname === "/videos";
    openFolderDialog({ mode: "create", kind: pathname === "/videos" ? "video" : "image", parentId: isPlace && folder ? folder : null });
  }, [router]);
}
