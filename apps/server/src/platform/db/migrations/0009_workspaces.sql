CREATE TABLE "invited_people" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"email" text NOT NULL,
	"invited_by" uuid,
	"sent_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invites" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"secret_hash" text NOT NULL,
	"sealed_secret" text NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"barred_user_ids" uuid[] DEFAULT '{}'::uuid[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "team_members" (
	"team_id" uuid NOT NULL,
	"workspace_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"joined_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "team_members_team_id_user_id_pk" PRIMARY KEY("team_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "teams" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"icon_blob_id" uuid,
	"owner_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"closed" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "grants" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"folder_id" uuid,
	"item_id" uuid,
	"principal_kind" text NOT NULL,
	"principal_id" uuid NOT NULL,
	"read" boolean NOT NULL,
	"write" boolean NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "organization_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "avatar_blob_id" uuid;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "thumbnail_blob_id" uuid;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "rights_version" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "invited_people" ADD CONSTRAINT "invited_people_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invited_people" ADD CONSTRAINT "invited_people_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invites" ADD CONSTRAINT "invites_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invites" ADD CONSTRAINT "invites_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_member" FOREIGN KEY ("workspace_id","user_id") REFERENCES "public"."members"("workspace_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "teams" ADD CONSTRAINT "teams_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "teams" ADD CONSTRAINT "teams_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_folder_id_folders_id_fk" FOREIGN KEY ("folder_id") REFERENCES "public"."folders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invited_people_email" ON "invited_people" USING btree ("workspace_id","email");--> statement-breakpoint
CREATE UNIQUE INDEX "invites_secret" ON "invites" USING btree ("secret_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "invites_live" ON "invites" USING btree ("workspace_id") WHERE "invites"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "team_members_user" ON "team_members" USING btree ("workspace_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "teams_name" ON "teams" USING btree ("workspace_id","name_key");--> statement-breakpoint
CREATE UNIQUE INDEX "grants_folder" ON "grants" USING btree ("folder_id","principal_id") WHERE "grants"."folder_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "grants_item" ON "grants" USING btree ("item_id","principal_id") WHERE "grants"."item_id" is not null;--> statement-breakpoint
CREATE INDEX "grants_principal" ON "grants" USING btree ("workspace_id","principal_id");--> statement-breakpoint
CREATE INDEX "workspaces_deleted" ON "workspaces" USING btree ("deleted_at") WHERE "workspaces"."deleted_at" is not null;
--> statement-breakpoint
CREATE FUNCTION "outdate_rights"() RETURNS trigger LANGUAGE plpgsql AS $$
-- What was worked out about anybody's rights in these workspaces holds no longer. Once a statement, for all its rows.
BEGIN
	UPDATE workspaces SET rights_version = rights_version + 1
		WHERE kind = 'team' AND id IN (SELECT workspace_id FROM changed);
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "grants_made" AFTER INSERT ON "grants" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "outdate_rights"();
--> statement-breakpoint
CREATE TRIGGER "grants_changed" AFTER UPDATE ON "grants" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "outdate_rights"();
--> statement-breakpoint
CREATE TRIGGER "grants_gone" AFTER DELETE ON "grants" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "outdate_rights"();
--> statement-breakpoint
CREATE TRIGGER "folders_made" AFTER INSERT ON "folders" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "outdate_rights"();
--> statement-breakpoint
CREATE FUNCTION "outdate_rights_of_moved"() RETURNS trigger LANGUAGE plpgsql AS $$
-- Renaming and colouring a folder moves nothing.
BEGIN
	UPDATE workspaces SET rights_version = rights_version + 1
		WHERE kind = 'team' AND id IN (
			SELECT after.workspace_id FROM moved after JOIN stood before ON before.id = after.id
			WHERE before.parent_id IS DISTINCT FROM after.parent_id);
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "folders_moved" AFTER UPDATE ON "folders" REFERENCING OLD TABLE AS stood NEW TABLE AS moved FOR EACH STATEMENT EXECUTE FUNCTION "outdate_rights_of_moved"();
--> statement-breakpoint
CREATE TRIGGER "folders_gone" AFTER DELETE ON "folders" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "outdate_rights"();
--> statement-breakpoint
CREATE TRIGGER "team_members_made" AFTER INSERT ON "team_members" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "outdate_rights"();
--> statement-breakpoint
CREATE TRIGGER "team_members_gone" AFTER DELETE ON "team_members" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "outdate_rights"();
--> statement-breakpoint
CREATE TRIGGER "members_changed" AFTER UPDATE ON "members" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "outdate_rights"();
--> statement-breakpoint
CREATE FUNCTION "drop_grants_of_principal"() RETURNS trigger LANGUAGE plpgsql AS $$
-- Somebody who is out of a workspace, or a team that is gone, has no entries any more: who comes back begins anew.
BEGIN
	IF TG_TABLE_NAME = 'members' THEN
		DELETE FROM grants USING changed WHERE grants.workspace_id = changed.workspace_id AND grants.principal_id = changed.user_id;
	ELSE
		DELETE FROM grants USING changed WHERE grants.workspace_id = changed.workspace_id AND grants.principal_id = changed.id;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "members_gone" AFTER DELETE ON "members" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "drop_grants_of_principal"();
--> statement-breakpoint
CREATE TRIGGER "teams_gone" AFTER DELETE ON "teams" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "drop_grants_of_principal"();
