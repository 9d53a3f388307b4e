CREATE TABLE "sign_in_devices" (
	"user_id" uuid NOT NULL,
	"device" text NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sign_in_devices_user_id_device_pk" PRIMARY KEY("user_id","device")
);
--> statement-breakpoint
CREATE TABLE "recent_items" (
	"user_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "recent_items_user_id_item_id_pk" PRIMARY KEY("user_id","item_id")
);
--> statement-breakpoint
CREATE TABLE "space_usage" (
	"workspace_id" uuid PRIMARY KEY NOT NULL,
	"images" integer DEFAULT 0 NOT NULL,
	"videos" integer DEFAULT 0 NOT NULL,
	"originals" integer DEFAULT 0 NOT NULL,
	"trash" integer DEFAULT 0 NOT NULL,
	"image_bytes" bigint DEFAULT 0 NOT NULL,
	"video_bytes" bigint DEFAULT 0 NOT NULL,
	"original_bytes" bigint DEFAULT 0 NOT NULL,
	"rendition_bytes" bigint DEFAULT 0 NOT NULL,
	"trash_bytes" bigint DEFAULT 0 NOT NULL,
	"stored_bytes" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "storage_totals" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"images" integer DEFAULT 0 NOT NULL,
	"videos" integer DEFAULT 0 NOT NULL,
	"originals" integer DEFAULT 0 NOT NULL,
	"trash" integer DEFAULT 0 NOT NULL,
	"image_bytes" bigint DEFAULT 0 NOT NULL,
	"video_bytes" bigint DEFAULT 0 NOT NULL,
	"original_bytes" bigint DEFAULT 0 NOT NULL,
	"rendition_bytes" bigint DEFAULT 0 NOT NULL,
	"trash_bytes" bigint DEFAULT 0 NOT NULL,
	"counted_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "storage_totals_one_row" CHECK ("storage_totals"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "digests" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL,
	"since" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "retention_warnings" (
	"item_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"warned_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "link_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"reason" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"email" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"mailed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "reported_links" (
	"slug" text PRIMARY KEY NOT NULL,
	"id" uuid NOT NULL,
	"reports" integer DEFAULT 1 NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"closed_by" uuid
);
--> statement-breakpoint
ALTER TABLE "identities" ADD COLUMN "unlinked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "passkeys" ADD COLUMN "removed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "passkeys" ADD COLUMN "removed_by_session" uuid;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "opened_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "share_links" ADD COLUMN "taken_down_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "share_links" ADD COLUMN "taken_down_reason" text;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "unsubscribe_url" text;--> statement-breakpoint
ALTER TABLE "sign_in_devices" ADD CONSTRAINT "sign_in_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recent_items" ADD CONSTRAINT "recent_items_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recent_items" ADD CONSTRAINT "recent_items_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "space_usage" ADD CONSTRAINT "space_usage_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "digests" ADD CONSTRAINT "digests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retention_warnings" ADD CONSTRAINT "retention_warnings_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retention_warnings" ADD CONSTRAINT "retention_warnings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_reports" ADD CONSTRAINT "link_reports_slug_reported_links_slug_fk" FOREIGN KEY ("slug") REFERENCES "public"."reported_links"("slug") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reported_links" ADD CONSTRAINT "reported_links_slug_share_links_slug_fk" FOREIGN KEY ("slug") REFERENCES "public"."share_links"("slug") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sign_in_devices_seen" ON "sign_in_devices" USING btree ("seen_at");--> statement-breakpoint
CREATE INDEX "recent_items_item" ON "recent_items" USING btree ("item_id");--> statement-breakpoint
CREATE INDEX "recent_items_latest" ON "recent_items" USING btree ("user_id","opened_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "recent_items_old" ON "recent_items" USING btree ("opened_at");--> statement-breakpoint
CREATE INDEX "space_usage_largest" ON "space_usage" USING btree ("stored_bytes" DESC NULLS FIRST,"workspace_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "digests_next" ON "digests" USING btree ("next_at","user_id");--> statement-breakpoint
CREATE INDEX "retention_warnings_user" ON "retention_warnings" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "retention_warnings_unsent" ON "retention_warnings" USING btree ("user_id") WHERE "retention_warnings"."sent_at" is null;--> statement-breakpoint
CREATE INDEX "retention_warnings_sent" ON "retention_warnings" USING btree ("sent_at","item_id");--> statement-breakpoint
CREATE INDEX "link_reports_newest" ON "link_reports" USING btree ("slug","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "link_reports_unmailed" ON "link_reports" USING btree ("created_at") WHERE "link_reports"."mailed_at" is null;--> statement-breakpoint
CREATE INDEX "link_reports_mailed" ON "link_reports" USING btree ("mailed_at" DESC NULLS FIRST) WHERE "link_reports"."mailed_at" is not null;--> statement-breakpoint
CREATE INDEX "reported_links_open" ON "reported_links" USING btree ("last_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "reported_links"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "reported_links_closed" ON "reported_links" USING btree ("last_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "reported_links"."closed_at" is not null;--> statement-breakpoint
CREATE INDEX "workspaces_newest" ON "workspaces" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "workspaces"."kind" = 'team' and "workspaces"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "workspaces_search" ON "workspaces" USING gin ("name" gin_trgm_ops) WHERE "workspaces"."kind" = 'team' and "workspaces"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "items_unused" ON "items" USING btree (greatest("updated_at", "opened_at"),"id") WHERE "items"."trashed_at" is null;--> statement-breakpoint
CREATE INDEX "share_links_taken_down" ON "share_links" USING btree ("taken_down_at") WHERE "share_links"."taken_down_at" is not null;--> statement-breakpoint
CREATE INDEX "audit_user_action" ON "audit" USING btree ("user_id","action" text_pattern_ops,"at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_workspace_action" ON "audit" USING btree ("workspace_id","action" text_pattern_ops,"at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_user_workspace" ON "audit" USING btree ("user_id","workspace_id","action" text_pattern_ops,"at" DESC NULLS FIRST) WHERE "audit"."workspace_id" is not null;