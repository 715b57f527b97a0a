-- What the stories of a site were found in, so that a site with the same files needs no browser to list them.
create table discoveries (
  site_id text primary key references sites on delete cascade,
  -- How they were found: renderer and version of the recipe.
  recipe text not null,
  -- Every path that the browser asked for, those without a file included.
  paths text[] not null
);
