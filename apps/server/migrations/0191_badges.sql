-- Signs the addresses of the project's badges, which are off where there is none.
alter table projects add column badge_secret text;
