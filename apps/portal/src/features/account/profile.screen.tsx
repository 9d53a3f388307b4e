import { useSuspenseQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { EmailForm } from "./email-form.tsx";
import { NameForm } from "./name-form.tsx";
import { PhotoForm } from "./photo-form.tsx";
import { SettingsFrame } from "./settings-frame.tsx";
import { userQuery } from "../../platform/session/user.queries.ts";

/** Profile: photo, name, e-mail. */
export function ProfileScreen(): ReactNode {
  const { data: user } = useSuspenseQuery(userQuery);
  return (
    <SettingsFrame page="profile">
      <PhotoForm user={user} />
      <NameForm key={user.displayName} user={user} />
      <EmailForm key={user.email} user={user} />
    </SettingsFrame>
  );
}
