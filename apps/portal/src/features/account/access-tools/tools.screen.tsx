import type { ReactNode } from "react";
import { SettingsFrame } from "../settings-frame.tsx";
import { AccessTokens } from "./access-tokens.tsx";
import { UploadTools } from "./upload-tools.tsx";

/** Tools: access tokens, and configurations of other programs. */
export function ToolsScreen(): ReactNode {
  return (
    <SettingsFrame page="tools">
      <AccessTokens />
      <UploadTools />
    </SettingsFrame>
  );
}
