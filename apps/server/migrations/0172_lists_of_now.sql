-- Unresolved threads of a branch, and those that were resolved last: a build shows what was unresolved when it was made (R51).
create index comment_threads_of_now on comment_threads
  (suite_id, namespace, branch, (coalesce(resolved_at, 'infinity'::timestamptz)));
drop index comment_threads_of_branch;

-- A page that says something else than ever before is not looked for among all records of its image.
create index accessibility_records_of_tree on accessibility_records (project_id, image_hash, name, tree);
drop index accessibility_records_of_image;

-- A change that many snapshots share is looked for by snapshot.
create index accessibility_changes_of_slot on accessibility_changes (suite_id, fingerprint, name);
drop index accessibility_changes_alike;
