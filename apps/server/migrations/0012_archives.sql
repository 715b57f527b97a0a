-- The archive of a site is kept until the site is unpacked or has failed. The bytes of those that ended earlier belong to
-- nothing from now on, and are removed with other blobs that nothing names.
alter table sites alter column archive_hash drop not null;
update sites set archive_hash = null where status in ('ready', 'failed');
alter table sites add constraint sites_archive check (archive_hash is not null or status in ('ready', 'failed'));
