package io.slicemeter.web;

import java.nio.charset.StandardCharsets;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpInputMessage;
import org.springframework.http.MediaType;
import org.springframework.http.converter.AbstractHttpMessageConverter;
import org.springframework.http.converter.HttpMessageNotReadableException;

/// Writes tables in one format, row by row; reads none.
abstract class TableWriter extends AbstractHttpMessageConverter<Table> {

	/// @param mediaType the format's media type
	TableWriter(String mediaType) {
		super(StandardCharsets.UTF_8, MediaType.valueOf(mediaType));
	}

	@Override
	protected boolean supports(Class<?> type) {
		return Table.class.isAssignableFrom(type);
	}

	@Override
	public boolean canRead(Class<?> type, @Nullable MediaType mediaType) {
		return false;
	}

	@Override
	protected Table readInternal(Class<? extends Table> type, HttpInputMessage message) {
		throw new HttpMessageNotReadableException("Tables are only written", message);
	}

}
