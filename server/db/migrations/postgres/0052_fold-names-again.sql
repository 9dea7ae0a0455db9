UPDATE "profiles" SET "sort_name" = '';
