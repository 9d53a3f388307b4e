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
CREATE TABLE "retention_warnings" (
	"item_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"warned_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "opened_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "space_usage" ADD CONSTRAINT "space_usage_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retention_warnings" ADD CONSTRAINT "retention_warnings_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retention_warnings" ADD CONSTRAINT "retention_warnings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "space_usage_largest" ON "space_usage" USING btree ("stored_bytes" DESC NULLS FIRST,"workspace_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "retention_warnings_user" ON "retention_warnings" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "retention_warnings_unsent" ON "retention_warnings" USING btree ("user_id") WHERE "retention_warnings"."sent_at" is null;--> statement-breakpoint
CREATE INDEX "retention_warnings_sent" ON "retention_warnings" USING btree ("sent_at","item_id");--> statement-breakpoint
CREATE INDEX "workspaces_newest" ON "workspaces" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "workspaces"."kind" = 'team' and "workspaces"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "workspaces_search" ON "workspaces" USING gin ("name" gin_trgm_ops) WHERE "workspaces"."kind" = 'team' and "workspaces"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "items_unused" ON "items" USING btree (greatest("updated_at", "opened_at"),"id") WHERE "items"."trashed_at" is null;