ALTER TABLE "workspaces" ADD COLUMN "folders_version" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
CREATE FUNCTION "outdate_folders"() RETURNS trigger LANGUAGE plpgsql AS $$
-- Folders came or went: what was kept of the tree holds no longer, and what was worked out about rights neither.
BEGIN
	UPDATE workspaces SET folders_version = folders_version + 1, rights_version = rights_version + 1
		WHERE kind = 'team' AND id IN (SELECT workspace_id FROM changed);
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "outdate_changed_folders"() RETURNS trigger LANGUAGE plpgsql AS $$
-- Every column that is kept of a folder counts. Renaming and colouring moves nothing: rights stand.
BEGIN
	UPDATE workspaces SET folders_version = folders_version + 1, rights_version = rights_version + change.moved
		FROM (
			SELECT after.workspace_id, max((before.parent_id IS DISTINCT FROM after.parent_id)::int) AS moved
			FROM altered after JOIN stood before ON before.id = after.id
			WHERE (before.parent_id, before.kind, before.name, before.color, before.nest_level, before.created_at)
				IS DISTINCT FROM (after.parent_id, after.kind, after.name, after.color, after.nest_level, after.created_at)
			GROUP BY after.workspace_id) change
		WHERE workspaces.kind = 'team' AND workspaces.id = change.workspace_id;
	RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER "folders_made" ON "folders";
--> statement-breakpoint
CREATE TRIGGER "folders_made" AFTER INSERT ON "folders" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "outdate_folders"();
--> statement-breakpoint
DROP TRIGGER "folders_moved" ON "folders";
--> statement-breakpoint
DROP FUNCTION "outdate_rights_of_moved"();
--> statement-breakpoint
CREATE TRIGGER "folders_changed" AFTER UPDATE ON "folders" REFERENCING OLD TABLE AS stood NEW TABLE AS altered FOR EACH STATEMENT EXECUTE FUNCTION "outdate_changed_folders"();
--> statement-breakpoint
DROP TRIGGER "folders_gone" ON "folders";
--> statement-breakpoint
CREATE TRIGGER "folders_gone" AFTER DELETE ON "folders" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "outdate_folders"();
