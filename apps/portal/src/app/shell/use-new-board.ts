import { useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";
import { PERSONAL } from "../../entities/spaces/space-ref.ts";
import { uploadTarget } from "../../entities/uploads/upload-target.ts";

/** Creates an empty whiteboard in the open folder if it accepts one, and opens it. */
export function useNewBoard(): () => void {
  const navigate = useNavigate();
  return useCallback(() => {
    const { workspaceId = PERSONAL, folderId = null, type = "image" } = uploadTarget() ?? {};
    const target = { workspaceId, folderId: type === "board" || type === "mixed" ? folderId : null };
    void import("../../entities/boards/new-board.ts")
      .then(({ createFromTemplate }) => createFromTemplate(target, "blank"))
      .then((to) => {
        if (to !== null) void navigate({ to });
      });
  }, [navigate]);
}
