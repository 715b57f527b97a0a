-- Structural similarity (SSIM) of the two images, which decides nothing; null where an older service compared them.
alter table comparisons add column similarity double precision;
