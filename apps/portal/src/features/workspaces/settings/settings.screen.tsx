import { Button } from "@mantine/core";
import { NAME_MAX, updateWorkspaceProfile, renameWorkspace, uploadWorkspaceAvatar, uploadWorkspaceThumbnail } from "@stillreel/contract";
import { isApiError } from "@stillreel/client";
import { ICON, toasts, useForm, type TextBinding } from "@stillreel/ui";
import { CountedInput } from "@stillreel/ui/mantine";
import { IconArrowsExchange, IconLogout, IconTrash } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState, type FormEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatCount } from "@stillreel/i18n";
import { client, refusalText } from "../../../platform/api.ts";
import { formatBytes } from "../../../platform/format/format-bytes.ts";
import settings from "../../../ui/settings.module.css";
import { SettingsSection } from "../../../ui/settings-section.tsx";
import { countsOf } from "../../../entities/spaces/spaces.queries.ts";
import { DeleteDialog } from "../leaving/delete-dialog.tsx";
import { TransferOwnershipDialog } from "../leaving/transfer-ownership-dialog.tsx";
import { LeaveDialog } from "../leaving/leave-dialog.tsx";
import { LogoField } from "./logo-field.tsx";
import { canManage } from "../../../entities/workspaces/roles.ts";
import styles from "./settings.module.css";
import { StarredFolders } from "../starred-folders.tsx";
import type { ShownWorkspace } from "../../../entities/workspaces/use-workspace.ts";
import { WorkspacePage } from "../workspace-page.tsx";
import { cacheHead, refreshWorkspace, type WorkspaceView } from "../../../entities/workspaces/workspaces.queries.ts";

/** Profile of the workspace, storage, starred folders, transfer, leaving and deletion. */
export function SettingsScreen(): ReactNode {
  const { t } = useTranslation("workspaces");
  return (
    <WorkspacePage title={t("settings.title")}>
      {(shown) => (
        <>
          {canManage(shown.myRole) ? <Profile workspace={shown.workspace} /> : <ProfileFacts workspace={shown.workspace} />}
          <Storage workspaceId={shown.workspace.id} />
          <SettingsSection title={t("settings.starred")} text={t("settings.starredText")}>
            <StarredFolders shown={shown} none={t("settings.starredNone")} />
          </SettingsSection>
          <ExitSection shown={shown} />
        </>
      )}
    </WorkspacePage>
  );
}

function Profile({ workspace }: { workspace: WorkspaceView }): ReactNode {
  const { t } = useTranslation("workspaces");
  const { id } = workspace;
  const savePicture = (what: "avatar" | "thumbnail") => async (file: File) => {
    const body = new FormData();
    body.set("file", file);
    cacheHead(
      await client.call(what === "avatar" ? uploadWorkspaceAvatar : uploadWorkspaceThumbnail, { params: { workspaceId: id }, body }),
    );
    void refreshWorkspace(id);
  };
  const dropPicture = (what: "avatar" | "thumbnail") => async () => {
    const change = what === "avatar" ? { avatar: null } : { thumbnail: null };
    cacheHead(await client.call(updateWorkspaceProfile, { params: { workspaceId: id }, body: change }));
    void refreshWorkspace(id);
  };
  return (
    <SettingsSection title={t("settings.profile")} text={t("settings.profileText")}>
      <div className={styles.stack}>
        <NameForm key={`name/${workspace.name}`} workspace={workspace} />
        <OrganizationForm key={`organization/${workspace.organizationName}`} workspace={workspace} />
        <LogoField
          kind="avatar"
          label={t("settings.avatar")}
          name={workspace.name}
          src={workspace.avatar}
          onUpload={savePicture("avatar")}
          onRemove={dropPicture("avatar")}
        />
        <LogoField
          kind="thumbnail"
          label={t("settings.thumbnail")}
          name={workspace.name}
          src={workspace.thumbnail}
          onUpload={savePicture("thumbnail")}
          onRemove={dropPicture("thumbnail")}
        />
      </div>
    </SettingsSection>
  );
}

function NameForm({ workspace }: { workspace: WorkspaceView }): ReactNode {
  const { t } = useTranslation("workspaces");
  const form = useForm({
    initial: { name: workspace.name },
    rules: { name: (value) => (value.trim() === "" ? t("problems.name") : undefined) },
  });
  const save = useMutation({
    mutationFn: (newName: string) => client.call(renameWorkspace, { params: { workspaceId: workspace.id }, body: { newName } }),
    meta: { handles: ["validation-failed"], failure: "updateName" },
    onError: (error) => {
      if (isApiError(error, "validation-failed")) form.fail("name", refusalText(error));
    },
    onSuccess: (head) => {
      cacheHead(head);
      toasts.show(t("settings.nameSaved"), { tone: "done" });
    },
  });
  return (
    <TextLine
      label={t("settings.name")}
      bound={form.text("name")}
      isBusy={save.isPending}
      onChange={(name) => form.set("name", name)}
      onSubmit={form.submit(({ name }) => !save.isPending && save.mutate(name.trim()))}
    />
  );
}

function OrganizationForm({ workspace }: { workspace: WorkspaceView }): ReactNode {
  const { t } = useTranslation("workspaces");
  const form = useForm({ initial: { organization: workspace.organizationName }, rules: {} });
  const save = useMutation({
    mutationFn: (organizationName: string) =>
      client.call(updateWorkspaceProfile, { params: { workspaceId: workspace.id }, body: { organizationName } }),
    meta: { handles: ["validation-failed"], failure: "updateName" },
    onError: (error) => {
      if (isApiError(error, "validation-failed")) form.fail("organization", refusalText(error));
    },
    onSuccess: (head) => {
      cacheHead(head);
      toasts.show(t("settings.organizationSaved"), { tone: "done" });
    },
  });
  return (
    <TextLine
      label={t("settings.organization")}
      bound={form.text("organization")}
      isBusy={save.isPending}
      onChange={(organization) => form.set("organization", organization)}
      onSubmit={form.submit(({ organization }) => !save.isPending && save.mutate(organization.trim()))}
    />
  );
}

interface LineProps {
  label: string;
  /** Binding of the field to its {@link useForm}. */
  bound: TextBinding;
  isBusy: boolean;
  onChange: (value: string) => void;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

/** A text field with its own save button. */
function TextLine({ label, bound, isBusy, onChange, onSubmit }: LineProps): ReactNode {
  const { t } = useTranslation("workspaces");
  const { t: common } = useTranslation();
  return (
    <form className={settings.line} noValidate onSubmit={onSubmit}>
      <CountedInput className={settings.grow} label={label} autoComplete="off" dir="auto" max={NAME_MAX} {...bound} onChange={onChange} />
      <Button
        type="submit"
        variant="default"
        size="md"
        className={styles.save}
        aria-busy={isBusy}
        aria-label={t("settings.saveNamed", { what: label })}
      >
        {common("actions.save")}
      </Button>
    </form>
  );
}

/** Read-only profile. */
function ProfileFacts({ workspace }: { workspace: WorkspaceView }): ReactNode {
  const { t } = useTranslation("workspaces");
  return (
    <SettingsSection title={t("settings.profile")} text={t("settings.profileOthers")}>
      <dl className={styles.facts}>
        <dt>{t("settings.name")}</dt>
        <dd>
          <bdi>{workspace.name}</bdi>
        </dd>
        {workspace.organizationName !== "" && (
          <>
            <dt>{t("settings.organization")}</dt>
            <dd>
              <bdi>{workspace.organizationName}</bdi>
            </dd>
          </>
        )}
      </dl>
    </SettingsSection>
  );
}

function Storage({ workspaceId }: { workspaceId: string }): ReactNode {
  const { t, i18n } = useTranslation("workspaces");
  const { t: common } = useTranslation();
  const { data: counts } = useQuery(countsOf(workspaceId));
  return (
    <SettingsSection title={t("settings.storage")} text={t("settings.storageText")}>
      {counts && (
        <p>
          <bdi className={styles.used}>{common("nav.stored", { size: formatBytes(counts.storedBytes, common) })}</bdi>{" "}
          <span className={settings.text}>
            {t("settings.stored", {
              images: t("settings.storedImages", { count: counts.images }),
              videos: t("settings.storedVideos", { count: counts.videos }),
              boards: t("settings.storedBoards", { count: counts.boards }),
              trash: formatCount(counts.trash, i18n.language),
            })}
          </span>
        </p>
      )}
    </SettingsSection>
  );
}

/** Transfer ownership, leave, delete. */
function ExitSection({ shown }: { shown: ShownWorkspace }): ReactNode {
  const { t } = useTranslation("workspaces");
  const [dialog, setDialog] = useState<"handOver" | "leave" | "delete" | null>(null);
  const close = (): void => setDialog(null);
  const { workspace, myRole } = shown;
  return (
    <>
      {myRole === "owner" && (
        <SettingsSection title={t("handOver.title")} text={t("handOver.about")}>
          <Button variant="default" leftSection={<IconArrowsExchange {...ICON} />} onClick={() => setDialog("handOver")}>
            {t("handOver.open")}
          </Button>
        </SettingsSection>
      )}
      <SettingsSection title={t("leave.open")} text={t("leave.about")}>
        <Button variant="default" leftSection={<IconLogout {...ICON} />} onClick={() => setDialog("leave")}>
          {t("leave.open")}
        </Button>
      </SettingsSection>
      {myRole === "owner" && (
        <SettingsSection title={t("delete.open")} text={t("delete.about")}>
          <Button
            className={settings.delete}
            variant="danger-quiet"
            leftSection={<IconTrash {...ICON} />}
            onClick={() => setDialog("delete")}
          >
            {t("delete.open")}
          </Button>
        </SettingsSection>
      )}
      {dialog === "handOver" && <TransferOwnershipDialog shown={shown} onClose={close} />}
      {dialog === "leave" && <LeaveDialog workspace={workspace} onClose={close} />}
      {dialog === "delete" && <DeleteDialog workspace={workspace} onClose={close} />}
    </>
  );
}
