import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { ICON } from "@stillreel/ui";
import { IconLogout, IconTrash } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import settings from "../../ui/settings.module.css";
import { SettingsSection } from "../../ui/settings-section.tsx";
import { DeleteAccountDialog, DELETION } from "./delete-account-dialog.tsx";
import { useResumed } from "./proof/provider-return.ts";
import { SettingsFrame } from "./settings-frame.tsx";
import { useSignOut } from "../../platform/session/use-sign-out.ts";
import { userQuery } from "../../platform/session/user.queries.ts";

/** Sign-out and account deletion. */
export function AccountScreen(): ReactNode {
  const { t } = useTranslation("account");
  const { data: user } = useSuspenseQuery(userQuery);
  const { signOut, isPending } = useSignOut();
  const isResumed = useResumed()?.name === DELETION;
  const [deleting, dialog] = useDisclosure(isResumed);
  return (
    <SettingsFrame page="account">
      <SettingsSection title={t("signOut.title")} text={t("signOut.text")}>
        <Button variant="default" leftSection={<IconLogout {...ICON} />} aria-busy={isPending} onClick={() => signOut(undefined)}>
          {t("signOut.submit")}
        </Button>
      </SettingsSection>
      <SettingsSection title={t("delete.title")} text={t("delete.text")}>
        <Button className={settings.delete} variant="danger-quiet" leftSection={<IconTrash {...ICON} />} onClick={dialog.open}>
          {t("delete.open")}
        </Button>
      </SettingsSection>
      {deleting && <DeleteAccountDialog user={user} isResumed={isResumed} onClose={dialog.close} />}
    </SettingsFrame>
  );
}
