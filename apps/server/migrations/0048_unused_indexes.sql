-- Each has the columns of a unique index of its table, which is read from either end.
drop index captures_by_project, diffs_by_project;
