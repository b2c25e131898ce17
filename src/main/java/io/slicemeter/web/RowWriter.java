package io.slicemeter.web;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpInputMessage;
import org.springframework.http.HttpOutputMessage;
import org.springframework.http.MediaType;
import org.springframework.http.converter.AbstractHttpMessageConverter;
import org.springframework.http.converter.HttpMessageNotReadableException;

/// Writes rows in one format as they come; reads none.
abstract class RowWriter extends AbstractHttpMessageConverter<RowStream> {

	/// @param mediaType the format's media type
	RowWriter(String mediaType) {
		super(StandardCharsets.UTF_8, MediaType.valueOf(mediaType));
	}

	@Override
	protected boolean supports(Class<?> type) {
		return RowStream.class.isAssignableFrom(type);
	}

	@Override
	public boolean canRead(Class<?> type, @Nullable MediaType mediaType) {
		return false;
	}

	@Override
	protected RowStream readInternal(Class<? extends RowStream> type, HttpInputMessage message) {
		throw new HttpMessageNotReadableException("Rows are only written", message);
	}

	@Override
	protected void writeInternal(RowStream rows, HttpOutputMessage message) throws IOException {
		try {
			write(rows, message);
		}
		catch (UncheckedIOException ex) {
			throw ex.getCause();
		}
	}

	abstract void write(RowStream rows, HttpOutputMessage message) throws IOException;

}
