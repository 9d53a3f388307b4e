-- Whether the link of a folder lists an item "i" of a folder that it shows. $4 are the items that are not for everyone.
i.id <> all($4::uuid[]) and (i.stage not in ('recording', 'uploading') or i.live) and {shownByFolder}
