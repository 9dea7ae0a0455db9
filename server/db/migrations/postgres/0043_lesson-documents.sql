CREATE TABLE "lesson_documents" (
	"lesson_id" integer NOT NULL,
	"asset_id" uuid NOT NULL,
	"title" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "lesson_documents_lesson_id_asset_id_pk" PRIMARY KEY("lesson_id","asset_id")
);
--> statement-breakpoint
ALTER TABLE "lesson_documents" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "lesson_documents" ADD CONSTRAINT "lesson_documents_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_documents" ADD CONSTRAINT "lesson_documents_asset_id_assets_id_fk" FOREIGN KEY ("asset_id") REFERENCES "public"."assets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lesson_documents_by_asset" ON "lesson_documents" USING btree ("asset_id");