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
ALTER TABLE "share_links" ADD COLUMN "taken_down_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "share_links" ADD COLUMN "taken_down_reason" text;--> statement-breakpoint
ALTER TABLE "link_reports" ADD CONSTRAINT "link_reports_slug_reported_links_slug_fk" FOREIGN KEY ("slug") REFERENCES "public"."reported_links"("slug") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reported_links" ADD CONSTRAINT "reported_links_slug_share_links_slug_fk" FOREIGN KEY ("slug") REFERENCES "public"."share_links"("slug") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "link_reports_newest" ON "link_reports" USING btree ("slug","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "link_reports_unmailed" ON "link_reports" USING btree ("created_at") WHERE "link_reports"."mailed_at" is null;--> statement-breakpoint
CREATE INDEX "link_reports_mailed" ON "link_reports" USING btree ("mailed_at" DESC NULLS FIRST) WHERE "link_reports"."mailed_at" is not null;--> statement-breakpoint
CREATE INDEX "reported_links_open" ON "reported_links" USING btree ("last_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "reported_links"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "reported_links_closed" ON "reported_links" USING btree ("last_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "reported_links"."closed_at" is not null;--> statement-breakpoint
CREATE INDEX "share_links_taken_down" ON "share_links" USING btree ("taken_down_at") WHERE "share_links"."taken_down_at" is not null;--> statement-breakpoint
CREATE INDEX "audit_user_action" ON "audit" USING btree ("user_id","action" text_pattern_ops,"at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_workspace_action" ON "audit" USING btree ("workspace_id","action" text_pattern_ops,"at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_user_workspace" ON "audit" USING btree ("user_id","workspace_id","action" text_pattern_ops,"at" DESC NULLS FIRST) WHERE "audit"."workspace_id" is not null;