import { useSuspenseQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { EmailForm } from "./email-form.tsx";
import { NameForm } from "./name-form.tsx";
import { RecentFiles } from "./recent-files.tsx";
import { PhotoForm } from "./photo/photo-form.tsx";
import { SettingsFrame } from "./settings-frame.tsx";
import { userQuery } from "../../platform/session/user.queries.ts";

/** Profile: photo, name, e-mail, recent files. */
export function ProfileScreen(): ReactNode {
  const { data: user } = useSuspenseQuery(userQuery);
  return (
    <SettingsFrame page="profile">
      <PhotoForm user={user} />
      <NameForm key={user.displayName} user={user} />
      <EmailForm key={user.email} user={user} />
      <RecentFiles />
    </SettingsFrame>
  );
}
