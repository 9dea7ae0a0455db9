CREATE TABLE "turns" (
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer NOT NULL,
	"lease" text,
	CONSTRAINT "turns_kind_key_pk" PRIMARY KEY("kind","key")
);
--> statement-breakpoint
ALTER TABLE "turns" ENABLE ROW LEVEL SECURITY;