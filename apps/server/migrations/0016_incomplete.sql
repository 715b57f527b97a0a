-- What an image was taken without: style sheets, fonts, images and scripts, each with its URL and the reason. Null for nothing.
alter table snapshots add column incomplete jsonb;
